import { createHash } from 'node:crypto';
import type { Scope } from '#common/access/index.js';
import type { Language } from '#common/errors/problems.js';
import { formTarget } from './authorization-request.rules.js';
import { TEXTS, type Texts } from './authorization.texts.js';
import { markup, Markup } from '#common/http/markup.js';

/** A page, without scripts. */
export interface Page {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The hidden field that shows that a form comes from our page in the same browser. */
export const FORM_TOKEN = 'form_token';

/** The button of a form that was pressed. */
export const DECISION = 'decision';

/** What a form is about. */
interface Form {
  readonly language: Language;
  readonly application: string;
  readonly redirectUri: string;
  readonly formToken: string;
  /** What was wrong with the last attempt. */
  readonly problem?: { readonly status: number; readonly text: string } | undefined;
}

const STYLE = `
:root { color-scheme: light dark; --text: #16262b; --muted: #47595f; --page: #eef3f4; --card: #fff; --line: #6b7f86;
  --action: #0b6b7a; --on-action: #fff; --problem: #a3172a; --problem-back: #fdecee; }
@media (prefers-color-scheme: dark) { :root { --text: #e7eff1; --muted: #b3c3c8; --page: #0f191c; --card: #182529;
  --line: #83989f; --action: #6ec6d4; --on-action: #06262c; --problem: #ffb3bb; --problem-back: #40181d; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; padding: 2rem 1.5rem; background: var(--card); border-radius: .75rem;
  overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
p { margin: .25rem 0 1rem; color: var(--muted); }
ul { margin: 0 0 1rem; padding-left: 1.25rem; }
label { display: block; font-weight: 600; }
input { width: 100%; margin: .25rem 0 1rem; padding: .625rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .375rem; }
button { width: 100%; min-height: 2.75rem; margin-top: .5rem; padding: .5rem 1rem; font: inherit; font-weight: 600;
  color: var(--on-action); background: var(--action); border: 1px solid var(--action); border-radius: .375rem;
  cursor: pointer; }
button.other { color: var(--text); background: transparent; border-color: var(--line); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
.problem { margin: 1rem 0; padding: .625rem .75rem; color: var(--problem); background: var(--problem-back);
  border-radius: .375rem; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Asks for username and password. Nothing that was typed comes back but the username. */
export function signInPage(form: Form & { readonly username: string }): Page {
  const texts = TEXTS[form.language];
  return page(
    form,
    texts.signIn,
    markup`
    <h1>${texts.signIn}</h1>
    <p>${fill(texts.signInTo, { application: form.application })}</p>
    ${asked(
      form,
      markup`
      <label for="username">${texts.username}</label>
      <input id="username" name="username" value="${form.username}" autocomplete="username" autocapitalize="none"
        spellcheck="false" maxlength="254" required ${described(form)}>
      <label for="password">${texts.password}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required ${described(form)}>
      ${choices([texts.submit, 'go'], [texts.cancel, 'deny'])}`,
    )}`,
  );
}

/** Asks for a second factor. */
export function factorPage(form: Form): Page {
  const texts = TEXTS[form.language];
  return page(
    form,
    texts.factor,
    markup`
    <h1>${texts.factor}</h1>
    <p>${texts.factorWhy}</p>
    ${asked(
      form,
      markup`
      <label for="code">${texts.code}</label>
      <input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="100"
        required ${described(form)}>
      ${choices([texts.submit, 'go'], [texts.cancel, 'deny'])}`,
    )}`,
  );
}

/** Asks whether the application may do what it wants. */
export function consentPage(form: Form & { readonly username: string; readonly scopes: readonly Scope[] }): Page {
  const texts = TEXTS[form.language];
  const wishes = form.scopes.map((scope) => markup`<li>${texts.scopes[scope]}</li>`);
  return page(
    form,
    texts.consent,
    markup`
    <h1>${texts.consent}</h1>
    <p>${fill(texts.signedInAs, { username: form.username })}</p>
    <p>${fill(texts.consentTo, { application: form.application })}</p>
    <ul>${wishes}</ul>
    <p>${fill(texts.leadsTo, { target: shownTarget(form.redirectUri, texts) })} ${texts.withdraw}</p>
    ${asked(form, choices([texts.allow, 'allow'], [texts.deny, 'deny']))}`,
  );
}

/** Says why there is no way on; nothing leads back to an application that may be none. */
export function failurePage(language: Language, text: string, status = 400): Page {
  const texts = TEXTS[language];
  return page(
    { language, problem: { status, text } },
    texts.failed,
    markup`
    <h1>${texts.failed}</h1>
    <p role="alert">${text}</p>
    <p>${texts.goBack}</p>`,
  );
}

/** Where the browser goes next. */
export function redirectTo(location: string): Page {
  return { status: 303, body: '', headers: { location } };
}

function page(
  { language, problem, redirectUri }: Pick<Form, 'language' | 'problem'> & Partial<Form>,
  title: string,
  content: Markup,
): Page {
  const { text } = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<main>${content}
</main>
</body>
</html>
`;
  return {
    status: problem?.status ?? 200,
    body: text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      // Browsers apply form-action to where the answer to a form leads, too.
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'sha256-${STYLE_HASH}'`,
        `form-action ${redirectUri === undefined ? "'none'" : `'self' ${formTarget(redirectUri)}`}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      // With no-referrer, browsers would not name the origin of our own forms.
      'referrer-policy': 'same-origin',
    },
  };
}

/** A form that is sent to the address of its page. */
function asked({ formToken, problem }: Form, fields: Markup): Markup {
  const told = problem && markup`<p class="problem" role="alert" id="problem">${problem.text}</p>`;
  return markup`<form method="post">
      ${told}
      <input type="hidden" name="${FORM_TOKEN}" value="${formToken}">${fields}
    </form>`;
}

function described({ problem }: Form): Markup | undefined {
  return problem && markup`aria-describedby="problem" aria-invalid="true"`;
}

type Choice = readonly [label: string, value: string];

function choices([go, value]: Choice, [other, otherValue]: Choice): Markup {
  return markup`
      <button name="${DECISION}" value="${value}">${go}</button>
      <button name="${DECISION}" value="${otherValue}" class="other" formnovalidate>${other}</button>`;
}

/** A host, or the scheme of an app, which is a reversed domain. */
function shownTarget(redirectUri: string, { onDevice }: Texts): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'http:') return onDevice;
  return protocol === 'https:' ? host : protocol.slice(0, -1);
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
