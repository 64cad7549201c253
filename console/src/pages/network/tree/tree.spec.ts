import { describe, expect, it } from '@jest/globals';
import { actOf, typedRow, type Act } from './keys';
import { CARD, chartOf, LINE, listOf, MOST_INDENTS } from './layout';
import { rowsOf, type Branch, type Row, type TreeMember } from './rows';
import { closed, continued, formatOpen, idOf, opened, parseOpen } from './walk';

const member = (uid: number, fields: Partial<TreeMember> = {}): TreeMember => ({
  uid,
  username: `member-${uid}`,
  first_name: 'Maria',
  last_name: 'Santos',
  leg: null,
  kind: 'distributor',
  status: 'active',
  title_rank: null,
  children: 0,
  ...fields,
});

const branch = (children: TreeMember[], fields: Partial<Branch> = {}): Branch => ({
  children,
  count: children.length,
  sought: undefined,
  hasFailed: false,
  ...fields,
});

/** 1 has 2 and 3, 2 has 4; 3 has 5 of which nothing is open. */
const BRANCHES: Readonly<Record<number, Branch>> = {
  1: branch([member(2, { children: 1 }), member(3, { children: 1 })]),
  2: branch([member(4)]),
};

const show = (open: string, branches = BRANCHES, width = 0, root = member(1, { children: 2 })): Row[] =>
  rowsOf({ root, width, open: parseOpen(open), branchOf: (uid) => branches[uid] ?? branch([], { count: undefined }) });

const keys = (rows: readonly Row[]): string[] => rows.map(({ key }) => key);

describe('the rows of a tree', () => {
  it('are who is open from the top down, with their levels and places', () => {
    const rows = show('1.2');
    expect(rows.map(({ key, level, position, siblings, parent }) => [key, level, position, siblings, parent])).toEqual([
      ['1', 1, 1, 1, undefined],
      ['2', 2, 1, 2, '1'],
      ['4', 3, 1, 1, '2'],
      ['3', 2, 2, 2, '1'],
    ]);
    expect(rows.map((row) => row.type === 'member' && row.isOpen)).toEqual([true, true, undefined, false]);
    expect(keys(show('2'))).toEqual(['1']);
    expect(keys(show('1.3'))).toEqual(['1', '2', '3']);
  });

  it('end with what there is more of, and have who is looked for behind it', () => {
    const some = { 1: branch([member(2)], { count: 9, sought: member(8) }) };
    const rows = show('1', some);
    expect(keys(rows)).toEqual(['1', '2', 'more.1', '8']);
    expect(rows[2]).toMatchObject({ rest: 8, position: 2, siblings: 3 });
    expect(keys(show('1', { 1: branch([], { hasFailed: true, count: undefined }) }))).toEqual(['1', 'failed.1']);
  });

  it('have the free places of legs, which are closed below who is terminated', () => {
    const right = { 1: branch([member(3, { leg: 2 })]) };
    expect(keys(show('1', right, 2))).toEqual(['1', 'free.1.1', '3']);
    expect(keys(show('1.3', { ...right, 3: branch([]) }, 2))).toEqual(['1', 'free.1.1', '3', 'free.3.1', 'free.3.2']);
    expect(show('1', right, 2, member(1, { status: 'terminated' }))[1]).toMatchObject({ isClosed: true });
  });

  it('may be a chain of 10,000', () => {
    const uids = Array.from({ length: 10_000 }, (_, index) => index + 1);
    const chain = Object.fromEntries(uids.map((uid) => [uid, branch([member(uid + 1, { children: 1 })])]));
    const rows = rowsOf({
      root: member(1, { children: 1 }),
      width: 0,
      open: new Map(uids.map((uid) => [uid, 1])),
      branchOf: (uid) => chain[uid] ?? branch([]),
    });
    expect(rows.at(-1)).toMatchObject({ key: '10001', level: 10_001 });
    expect(chartOf(rows).height).toBe(CARD.height);
  });
});

describe('the keys of a tree', () => {
  const rows = show('1.2');
  const at = (key: string): Row => rows.find((row) => row.key === key)!;
  const act = (key: string, pressed: string): Act | undefined => actOf(rows, at(key), pressed);
  const focus = (key: string): Act => ({ type: 'focus', key });

  it('walk down and up, to the first and the last', () => {
    expect([act('1', 'ArrowDown'), act('4', 'ArrowDown')]).toEqual([focus('2'), focus('3')]);
    expect([act('3', 'ArrowUp'), act('1', 'ArrowUp'), act('3', 'ArrowDown')]).toEqual([
      focus('4'),
      undefined,
      undefined,
    ]);
    expect([act('2', 'Home'), act('2', 'End')]).toEqual([focus('1'), focus('3')]);
  });

  it('open and close, walk in and out', () => {
    expect(act('3', 'ArrowRight')).toEqual({ type: 'open', row: at('3') });
    expect([act('2', 'ArrowRight'), act('4', 'ArrowRight')]).toEqual([focus('4'), undefined]);
    expect(act('2', 'ArrowLeft')).toEqual({ type: 'close', row: at('2') });
    expect([act('4', 'ArrowLeft'), act('3', 'ArrowLeft')]).toEqual([focus('2'), focus('1')]);
    expect([act('3', 'Enter')?.type, act('3', ' ')?.type, act('3', '*')?.type]).toEqual(['press', 'press', 'siblings']);
    expect(act('3', 'F5')).toBeUndefined();
  });

  it('find a name by its letters, after the focus and then from the top', () => {
    expect(typedRow(rows, at('1'), 'm')?.key).toBe('2');
    expect(typedRow(rows, at('3'), 'm')?.key).toBe('1');
    expect(typedRow(rows, at('2'), 'member-4')?.key).toBe('4');
    expect(typedRow(rows, at('2'), 'MEMBER-2')?.key).toBe('2');
    expect(typedRow(rows, at('2'), 'x')).toBeUndefined();
  });
});

describe('the drawing of a tree', () => {
  const rows = show('1.2');

  it('puts each member beside its first child, and gives every end a line of its own', () => {
    const { boxes, trunks, width, height } = chartOf(rows);
    const line = CARD.height + CARD.gap;
    expect(boxes.map(({ row, x, y }) => [row.key, x / CARD.step, y / line])).toEqual([
      ['1', 0, 0],
      ['2', 1, 0],
      ['4', 2, 0],
      ['3', 1, 1],
    ]);
    expect(trunks.map(({ from, to }) => to - from)).toEqual([line, 0]);
    expect([width, height]).toEqual([2 * CARD.step + CARD.width, 2 * line - CARD.gap]);
  });

  it('indents a list as far as there is room', () => {
    const deep = { ...rows[0]!, level: 300 };
    expect(listOf([rows[0]!, deep]).boxes.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [MOST_INDENTS * LINE.indent, LINE.height],
    ]);
  });
});

describe('a walk in an address', () => {
  it('is read as it was written, and what is none is left out', () => {
    const open = continued(opened(opened(new Map(), 3), 14), 14);
    expect(formatOpen(open)).toBe('3.14*2');
    expect([...parseOpen('3.14*2')]).toEqual([...open]);
    expect([...parseOpen('x.-1.0.7*x.8*-3.1e99')]).toEqual([
      [7, 1],
      [8, 1],
    ]);
    expect(formatOpen(closed(open, 3))).toBe('14*2');
    expect([idOf('12'), idOf('0'), idOf('free.1.2'), idOf(null)]).toEqual([12, undefined, undefined, undefined]);
  });

  it('keeps those that were opened last of very many', () => {
    const open = new Map(Array.from({ length: 1_000 }, (_, index) => [index + 1, 1] as const));
    expect([...parseOpen(formatOpen(open)).keys()]).toEqual([...open.keys()].slice(-300));
  });
});
