/**
 * Finds words that docs/glossary.md has replaced: in code, comments, messages, tests and documents. What released versions
 * say in docs/CHANGELOG.md stays, as do the addresses of decisions.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['src', 'console/src', 'docs', 'test', 'tools', 'examples', 'packages', ':(top,glob)*.md'];
const TEXTS = /\.(ts|tsx|mjs|md)$|^docs\/openapi\.json$|^console\/src\/i18n\/.*\.json$/;
/** This list, and codes of languages. */
const EXCEPT = /^tools\/words\.mjs$|\/languages(\.spec)?\.ts$/;
/** Links to decision 67, and a name that the hashes of kept runs contain. */
const ALLOWED = /\b0067-calculation\b|\breckoned: posted\b/g;

/** What is not said, and what is said instead. */
const WORDS = [
  [/reckon\w*/i, 'calculate, calculation, Calculator'],
  [/judg\w*/i, 'validate (input), evaluate (ranks and activity), check (proofs)'],
  [/\bdeeds?\b|Deed/, 'action, ApprovableAction'],
  [/as good as only if/i, 'a plain condition'],
  [/\bwho is none any more\b/i, 'members who are no longer …'],
  [/\bwhom a correction\b(?! changes)/i, 'members whose earnings a correction changes'],
  [/\b(went|goes?) to nobody\b/i, 'unpaid commissions (breakage)'],
  [/\bvolume in money\b/i, 'payout ratio'],
  [/\bstood instead\b/i, 'previous position, previous sponsor'],
  [/\banother (person|super admin) than\b/i, 'a second person'],
  [/\btops of the\b/i, 'roots'],
  [/\b(he|him|his|himself)\b/i, 'they, the member'],
  [/\b(all|the) tops\b/i, 'roots'],
  [/\bausgeschieden\w*|Mitgliedschaft ist beendet/i, 'gekündigt'],
];

/** Decisions and the specification keep the words that they were written in; all else does not say these either. */
const KEPT = /^docs\/(decisions|spec)\//;
/** Pages that quote titles of tests, or messages. */
const QUOTING = /^docs\/(asvs|conformance|errors)\.md$/;
const WORDS_OF_TODAY = [
  [/\banew\b/i, 'again'],
  [/\bby halves\b|\bhalf there\b/i, 'half done'],
  [/\bcarry-over\b/i, 'carried volume'],
  [/\bgood for one\b/i, 'works once'],
  [/\bheed(s|ed)?\b/i, 'observe'],
  [/\bleast balance\b/i, 'minimum balance'],
  [/\bmade a part of\b/i, 'took part in'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, repair'],
  [/\bnone any more\b/i, 'no longer'],
  [/\bnobody known\b/i, 'unknown'],
  [/\bone too many\b/i, 'what to remove'],
  [/\bpass(es|ed|ing) over\b/i, 'skip'],
  [/\bpresent password\b/i, 'current password'],
  [/\bshown this once\b/i, 'shown only once'],
  [/\bstands? (here )?twice\b/i, 'is repeated'],
  [/\btakes? (no )?writes\b/i, 'accepts writes'],
  [/\bthe version before\b/i, 'the previous version'],
  [/\b(what|whatever) (has |have )?(becomes?|became) of\b/i, 'what happens to, what replaces'],
];

const listed = execFileSync('git', ['ls-files', '-z', ...SOURCES], { cwd: ROOT, encoding: 'utf8' }).split('\0');
const files = listed.filter((file) => TEXTS.test(file) && !EXCEPT.test(file) && existsSync(join(ROOT, file)));
const wrong = files.flatMap((file) =>
  textOf(file)
    .split('\n')
    .flatMap((line, index) =>
      wordsOf(file).flatMap(([pattern, instead]) => {
        const found = pattern.exec(line.replace(ALLOWED, ''));
        return found === null ? [] : [`${file}:${index + 1}: “${found[0]}”: say ${instead}`];
      }),
    ),
);
if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\nsee docs/glossary.md`);
console.log(`${files.length} files say what docs/glossary.md says`);

function wordsOf(file) {
  return KEPT.test(file) || QUOTING.test(file) ? WORDS : [...WORDS, ...WORDS_OF_TODAY];
}

function textOf(file) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return file === 'docs/CHANGELOG.md' ? text.split('\n## ').slice(0, 2).join('\n## ') : text;
}
