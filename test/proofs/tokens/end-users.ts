import type { Checks } from '#test/support/report.js';
import { sendExact, type ExactAnswer } from '#test/support/http.js';
import { type Application, atToken, type Headers, PASSWORD, told, type World } from './world.js';

/** Failed logins in 15 minutes for one account from one address. See docs/spec/service.md#4. */
const ACCOUNT_LIMIT = 10;

/** Guesses of a botnet, each from an address of its own, and how many of its machines ask at the same time. */
const BOTS = 80;
const AT_ONCE = 20;

/** Milliseconds that the last of them must have waited at least: half of those of decision 14 after 60 failures. */
const SLOW_MS = 1_000;

const SECTION = 'addresses of end users';

/**
 * A back end names whom it asks for: strangers who type into its form lock out neither a user nor all of them, a botnet is
 * slowed down, and the owner gets in all the while. Nobody else may name an address.
 */
export async function proveEndUsers(world: World, checks: Checks, backEnd: Application): Promise<string> {
  await proveStrangers(world, checks, backEnd);
  const known = await proveBotnet(world, checks, backEnd, (await world.makeUser()).username);
  const unknown = await proveBotnet(world, checks, backEnd, world.freshName('nobody'));
  await proveWhoMayName(world, checks);
  return (
    `${BOTS} guesses at one account from as many addresses: the last ${AT_ONCE} took ${known} ms at the median, ` +
    `${unknown} ms at an account that is none`
  );
}

async function proveStrangers(world: World, checks: Checks, backEnd: Application): Promise<void> {
  const { username } = await world.makeUser();
  const stranger = endUser(world);
  const guesses: ExactAnswer[] = [];
  for (let count = 0; count < ACCOUNT_LIMIT + 2; count += 1)
    guesses.push(await logIn(world, backEnd, username, stranger, 'x'));
  const tried = guesses.filter(({ status }) => status === 401).length;
  checks.that(SECTION, 'a stranger guesses 10 times', tried === ACCOUNT_LIMIT, `${tried} times`);
  const owner = await logIn(world, backEnd, username, endUser(world));
  checks.that(SECTION, 'the owner gets in through the same back end', owner.status === 200, told(owner));
  const other = await world.register();
  const elsewhere = await logIn(world, other, username, stranger);
  checks.that(SECTION, 'what one back end names counts for it alone', elsewhere.status === 200, told(elsewhere));
  const headers = { 'x-end-user-ip': 'nobody' };
  const malformed = await logIn(world, backEnd, username, headers);
  checks.that(SECTION, 'what is no address is refused', malformed.status === 400, told(malformed));
}

/** Returns the median of the last guesses, in milliseconds. */
async function proveBotnet(world: World, checks: Checks, backEnd: Application, username: string): Promise<number> {
  const times: number[] = [];
  const refused: ExactAnswer[] = [];
  const bot = async (): Promise<void> => {
    while (times.length + refused.length < BOTS - AT_ONCE) {
      const begun = performance.now();
      const answer = await logIn(world, backEnd, username, endUser(world), 'x');
      if (answer.status === 401) times.push(performance.now() - begun);
      else refused.push(answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bot));
  checks.that(SECTION, 'no fresh address is refused', refused.length === 0, refused.map(told).join());
  const last = times.slice(-AT_ONCE).sort((one, other) => one - other);
  const median = Math.round(last[AT_ONCE / 2]!);
  checks.that(SECTION, `guesses at ${username} are slowed down`, median >= SLOW_MS, `${median} ms`);
  const during = logIn(world, backEnd, username, endUser(world), 'x');
  if (!username.startsWith('nobody')) {
    const owner = await logIn(world, backEnd, username, endUser(world));
    checks.that(SECTION, 'the owner gets in meanwhile', owner.status === 200, told(owner));
  }
  await during;
  return median;
}

/** Keys of mobile applications are in everybody's hands: what they name is ignored. */
async function proveWhoMayName(world: World, checks: Checks): Promise<void> {
  const mobile = await world.register({ client_type: 'mobile' });
  const { username } = await world.makeUser();
  const from = world.fromElsewhere();
  const answers: ExactAnswer[] = [];
  for (let count = 0; count < ACCOUNT_LIMIT + 2; count += 1)
    answers.push(await logIn(world, mobile, username, { ...endUser(world), ...from }, 'x'));
  const tried = answers.filter(({ status }) => status === 401).length;
  checks.that(SECTION, 'a mobile application names nobody', tried === ACCOUNT_LIMIT, `${tried} guesses`);
}

/** The header of an end user who was not there before. */
function endUser(world: World): Headers {
  return { 'x-end-user-ip': world.fromElsewhere()['x-forwarded-for']! };
}

function logIn(
  world: World,
  application: Application,
  username: string,
  headers: Headers,
  password = PASSWORD,
): Promise<ExactAnswer> {
  return sendExact(world.a, atToken(application, { username, password }, headers));
}
