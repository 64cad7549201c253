import type { Checks } from '#test/support/report.js';
import { sendExact, type ExactAnswer } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import { proveEndUsers } from './end-users.js';
import { ADMIN_PATH, type Application, atToken, type Headers, PASSWORD, told, type World } from './world.js';

/** Failed logins in 15 minutes for one account from one address, and for one address. See docs/spec/service.md#4. */
const ACCOUNT_LIMIT = 10;
const ADDRESS_LIMIT = 100;

/** What proxies and clients write addresses into. */
const ADDRESS_HEADERS = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'true-client-ip',
  'cf-connecting-ip',
  'x-client-ip',
];

const SECTION = 'guessing passwords';

/** Guesses passwords: the guesser is stopped, at any door and however it is named; the owner of the account is not. */
export async function proveGuessing(world: World, checks: Checks): Promise<string> {
  const application = await world.register();
  const tried = await proveAccountLimit(world, checks, application);
  await proveNames(world, checks, application);
  await proveAdminDoor(world, checks, application);
  const atOnce = await proveAtOnce(world, checks, application);
  await proveAddressLimit(world, checks, await world.register({ client_type: 'mobile' }));
  await proveForwardedAddresses(world, checks, application);
  const endUsers = await proveEndUsers(world, checks, application);
  return (
    `${tried} guesses for one account from one address, ${atOnce.one} of 50 at once on one instance, ` +
    `${atOnce.both} on both; ${ADDRESS_LIMIT} from one address; ${endUsers}`
  );
}

async function proveAccountLimit(world: World, checks: Checks, application: Application): Promise<number> {
  const victim = await world.makeUser();
  const from = world.fromElsewhere();
  const guesses = await guess(world.a, application, victim.username, () => from, ACCOUNT_LIMIT + 5);
  const tried = countOf(guesses, 401);
  checks.that(SECTION, 'an account is guessed at 10 times from one address', tried === ACCOUNT_LIMIT, `${tried} times`);
  checks.that(
    SECTION,
    'then 429 with Retry-After',
    guesses.slice(ACCOUNT_LIMIT).every(isStopped),
    told(guesses.at(-1)!),
  );
  const right = await logIn(world.a, application, victim.username, from);
  checks.that(SECTION, 'even with the right password', right.status === 429, told(right));
  const own = await logIn(world.a, application, victim.username, world.fromElsewhere());
  checks.that(SECTION, 'the owner logs in from elsewhere', own.status === 200, told(own));
  const other = await logIn(world.a, application, (await world.makeUser()).username, from);
  checks.that(SECTION, 'others log in from the same address', other.status === 200, told(other));
  return tried;
}

/** However an account is written, it is one; a name that nobody has is limited in the same way. */
async function proveNames(world: World, checks: Checks, application: Application): Promise<void> {
  const { username, email } = await world.makeUser();
  const stranger = world.freshName('nobody');
  for (const names of [
    [username, username.toUpperCase(), email, email.toUpperCase()],
    [stranger, stranger.toUpperCase()],
  ]) {
    const from = world.fromElsewhere();
    const answers: ExactAnswer[] = [];
    for (let count = 0; count < ACCOUNT_LIMIT + 4; count += 1) {
      answers.push(...(await guess(world.a, application, names[count % names.length]!, () => from, 1)));
    }
    const tried = countOf(answers, 401);
    checks.that(SECTION, `${names.join(', ')} are one account`, tried === ACCOUNT_LIMIT, `${tried} guesses`);
  }
}

/** The admin module counts by itself: what strangers fail at a shop shuts no super admin out, nor the other way round. */
async function proveAdminDoor(world: World, checks: Checks, application: Application): Promise<void> {
  const enter = (username: string, password: string, headers: Headers): Promise<ExactAnswer> =>
    sendExact(world.a, { method: 'POST', path: ADMIN_PATH, headers, body: { username, password } });
  const [one, other] = [await world.makeUser(['super_admin']), await world.makeUser(['super_admin'])];
  const from = world.fromElsewhere();
  await guess(world.a, application, one.username, () => from, ACCOUNT_LIMIT + 1);
  const inside = await enter(one.username, PASSWORD, from);
  checks.that(SECTION, 'failures at an application keep nobody from the console', inside.status === 200, told(inside));
  const answers: ExactAnswer[] = [];
  for (let count = 0; count < ACCOUNT_LIMIT + 2; count += 1)
    answers.push(await enter(other.username, `wrong ${count}`, from));
  const tried = countOf(answers, 401);
  checks.that(SECTION, 'the console is guessed at 10 times', tried === ACCOUNT_LIMIT, `${tried} guesses`);
  const shop = await logIn(world.a, application, other.username, from);
  checks.that(SECTION, 'which keeps nobody from an application', shop.status === 200, told(shop));
  const member = await world.makeUser();
  const [right, wrong] = [
    await enter(member.username, PASSWORD, world.fromElsewhere()),
    await enter(member.username, 'wrong', world.fromElsewhere()),
  ];
  const bodies = [right, wrong].map(({ status, json }) => JSON.stringify({ ...json, status, request_id: '' }));
  checks.that(SECTION, 'the console tells no member’s right password', bodies[0] === bodies[1], bodies.join(' and '));
}

/** Many guesses at once try no more passwords than one after the other; each further instance may add its places. */
async function proveAtOnce(
  world: World,
  checks: Checks,
  application: Application,
): Promise<{ one: number; both: number }> {
  const run = async (instances: readonly Instance[], from: Headers): Promise<number> => {
    const { username } = await world.makeUser();
    const guesses = Array.from({ length: 50 }, (_, index) =>
      guess(instances[index % instances.length]!, application, username, () => from, 1),
    );
    return countOf((await Promise.all(guesses)).flat(), 401);
  };
  const one = await run([world.a], world.fromElsewhere());
  checks.that(SECTION, '50 at once are 10', one === ACCOUNT_LIMIT, `${one} guesses`);
  // Without a forwarded address both see the same one.
  const both = await run([world.a, world.b], {});
  const most = 2 * ACCOUNT_LIMIT;
  checks.that(SECTION, '50 at once on two instances are 20 at most', both <= most, `${both} guesses`);
  return { one, both };
}

async function proveAddressLimit(world: World, checks: Checks, application: Application): Promise<void> {
  const from = world.fromElsewhere();
  const guesses: ExactAnswer[] = [];
  while (guesses.length < ADDRESS_LIMIT + 5) {
    guesses.push(...(await guess(world.a, application, world.freshName('nobody'), () => from, 1)));
  }
  const tried = countOf(guesses, 401);
  checks.that(SECTION, 'an address guesses 100 times, whatever the account', tried === ADDRESS_LIMIT, `${tried} times`);
  checks.that(SECTION, 'then 429 with Retry-After there too', guesses.slice(ADDRESS_LIMIT).every(isStopped));
  const { username } = await world.makeUser();
  const stopped = await logIn(world.a, application, username, from);
  checks.that(SECTION, 'nobody logs in from there', stopped.status === 429, told(stopped));
  const own = await logIn(world.a, application, username, world.fromElsewhere());
  checks.that(SECTION, 'everybody does from elsewhere', own.status === 200, told(own));
}

/** An address that a client says is its own is none, unless a trusted proxy says it. */
async function proveForwardedAddresses(world: World, checks: Checks, application: Application): Promise<void> {
  for (const name of ADDRESS_HEADERS) {
    const { username } = await world.makeUser();
    let count = 0;
    const spoofed = (): Headers => {
      count += 1;
      return { [name]: name === 'forwarded' ? `for=198.51.100.${count}` : `198.51.100.${count}` };
    };
    const tried = countOf(await guess(world.b, application, username, spoofed, ACCOUNT_LIMIT + 5), 401);
    checks.that(SECTION, `${name} of a stranger evades no limit`, tried === ACCOUNT_LIMIT, `${tried} guesses`);
  }
  // What the client wrote itself stands to the left of what the proxy has seen.
  const { username } = await world.makeUser();
  const seen = world.fromElsewhere()['x-forwarded-for']!;
  let count = 0;
  const chained = (): Headers => ({ 'x-forwarded-for': `198.51.100.${(count += 1)}, ${seen}` });
  const tried = countOf(await guess(world.a, application, username, chained, ACCOUNT_LIMIT + 5), 401);
  checks.that(
    SECTION,
    'nor does what stands before the proxy’s own entry',
    tried === ACCOUNT_LIMIT,
    `${tried} guesses`,
  );
}

async function guess(
  at: Instance,
  application: Application,
  username: string,
  from: () => Headers,
  times: number,
): Promise<ExactAnswer[]> {
  const answers: ExactAnswer[] = [];
  for (let count = 0; count < times; count += 1) {
    answers.push(await sendExact(at, atToken(application, { username, password: `wrong ${count}` }, from())));
  }
  return answers;
}

function logIn(at: Instance, application: Application, username: string, from: Headers): Promise<ExactAnswer> {
  return sendExact(at, atToken(application, { username, password: PASSWORD }, from));
}

function countOf(answers: readonly ExactAnswer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

function isStopped({ status, json, headers }: ExactAnswer): boolean {
  return status === 429 && json.type === 'Too Many Requests' && Number(headers['retry-after']) > 0;
}
