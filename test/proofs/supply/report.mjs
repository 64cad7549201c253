/**
 * What one check has found.
 * @typedef {object} Finding
 * @property {string[]} facts what holds, with figures
 * @property {string[]} problems what does not; anything here fails the run
 */

/** Prints a finding under its title; returns how many problems it has. */
export function print(title, { facts, problems }) {
  console.log(`\n${title}`);
  if (problems.length === 0) for (const fact of facts) console.log(`  ${fact}`);
  for (const problem of problems) console.log(`  FAILED: ${problem}`);
  return problems.length;
}
