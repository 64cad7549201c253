import type { Row } from './imports.js';

/** A member as the naive importer knows it; names in lower case. */
export interface NaiveMember {
  readonly name: string;
  readonly kind: string;
  readonly enrolledAt: string;
  readonly sponsor: string | null;
  /** Null: not placed. */
  readonly place: { readonly parent: string | null; readonly leg: number | null; readonly since: string } | null;
}

/** What is wrong, by line and field. */
export type NaiveRefusals = Map<number, Set<string>>;

interface Line {
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly enrolledAt: string;
  readonly email: string | null;
  readonly sponsor: string | null;
  readonly parent: string | null;
  readonly leg: number | null;
  /** Refused by itself: nothing but its name is looked at. */
  readonly isStub: boolean;
}

const lower = (value: unknown): string | null => (typeof value === 'string' ? value.toLowerCase() : null);

/** Checks and applies a file of members row by row, walking up the trees each time: slow, and plain. */
export class NaiveImporter {
  readonly members = new Map<string, NaiveMember>();
  private readonly emails = new Set<string>();

  constructor(private readonly width: number) {}

  /** What is wrong with a file; nothing is changed. */
  check(rows: readonly Row[]): NaiveRefusals {
    const refused: NaiveRefusals = new Map();
    const refuse = (line: number, field: string): void => {
      refused.set(line, (refused.get(line) ?? new Set()).add(field));
    };
    const lines = rows.map((row, index) => lineOf(row, index + 1, refuse));
    const first = (name: string): Line | undefined => lines.find((one) => one.name === name);
    for (const one of lines) {
      if (first(one.name) !== one || this.members.has(one.name)) refuse(one.line, 'username');
      if (one.isStub) continue;
      this.checkEmail(one, lines, refuse);
      this.checkSponsor(one, first, refuse);
      this.checkPlace(one, lines, first, refuse);
    }
    return refused;
  }

  /** Takes in a file that nothing is wrong with. */
  apply(rows: readonly Row[]): void {
    const lines = rows.map((row, index) => lineOf(row, index + 1, () => undefined));
    const byName = new Map(lines.map((one) => [one.name, one]));
    const since = (name: string): string => {
      const one = byName.get(name);
      if (one === undefined) return this.members.get(name)!.place!.since;
      const above = one.parent === null ? '' : since(one.parent);
      return above > one.enrolledAt ? above : one.enrolledAt;
    };
    const added = lines.map(({ name, kind, enrolledAt, sponsor, parent, leg }): NaiveMember => {
      const isPlaced = parent !== null || (sponsor === null && kind === 'distributor');
      return { name, kind, enrolledAt, sponsor, place: isPlaced ? { parent, leg, since: since(name) } : null };
    });
    for (const member of added) this.members.set(member.name, member);
    for (const { email } of lines) if (email !== null) this.emails.add(email);
  }

  private checkEmail(
    { line, email }: Line,
    lines: readonly Line[],
    refuse: (line: number, field: string) => void,
  ): void {
    if (email === null) return;
    const isTwice = lines.some((other) => other.email === email && other.line < line);
    if (isTwice || this.emails.has(email)) refuse(line, 'email');
  }

  private checkSponsor(
    { line, name, kind, enrolledAt, sponsor }: Line,
    first: (name: string) => Line | undefined,
    refuse: (line: number, field: string) => void,
  ): void {
    if (sponsor === null) return;
    const found = first(sponsor) ?? this.members.get(sponsor);
    if (found === undefined) return refuse(line, 'sponsor');
    if (!('isStub' in found && found.isStub)) {
      if (kind === 'distributor' && found.kind !== 'distributor') refuse(line, 'sponsor');
      if (found.enrolledAt > enrolledAt) refuse(line, 'sponsor');
    }
    // Another row of the same name refers, and is not referred to.
    const seen = new Set<string>();
    for (
      let above: string | null = sponsor;
      above !== null && !seen.has(above);
      above = first(above)?.sponsor ?? null
    ) {
      seen.add(above);
      if (above === name && first(name)?.line === line) return refuse(line, 'sponsor');
    }
  }

  private checkPlace(
    one: Line,
    lines: readonly Line[],
    first: (name: string) => Line | undefined,
    refuse: (line: number, field: string) => void,
  ): void {
    const { line, name, parent, leg } = one;
    if (parent === null || leg === null) return;
    if (leg > this.width) refuse(line, 'placement_leg');
    const isThere = [...this.members.values()].some(({ place }) => place?.parent === parent && place.leg === leg);
    const isKnownParent = first(parent) !== undefined || this.members.has(parent);
    if (!isKnownParent) return refuse(line, 'placement_parent');
    const isInFile = lines.some((two) => two.line < line && two.parent === parent && two.leg === leg);
    if ((isThere && first(parent) === undefined) || isInFile) refuse(line, 'placement_leg');
    const up = this.wayUp(parent, first);
    const isFirst = first(name) === one;
    if (isFirst && up.names.includes(name)) return refuse(line, 'placement_parent');
    if (up.names.length === 1 && up.end === 'not placed') refuse(line, 'placement_parent');
  }

  /** Who stands where somebody is placed, and above; and how the way ends. */
  private wayUp(
    from: string,
    first: (name: string) => Line | undefined,
  ): { names: string[]; end: 'root' | 'not placed' | 'unknown' } {
    const names: string[] = [];
    for (let name = from; ;) {
      if (names.includes(name)) return { names, end: 'unknown' };
      names.push(name);
      const one = first(name);
      if (one === undefined) {
        const { place } = this.members.get(name)!;
        if (place === null) return { names, end: 'not placed' };
        if (place.parent === null) return { names, end: 'root' };
        name = place.parent;
        continue;
      }
      if (one.isStub) return { names, end: 'unknown' };
      if (one.parent === null)
        return { names, end: one.sponsor === null && one.kind === 'distributor' ? 'root' : 'not placed' };
      if (first(one.parent) === undefined && !this.members.has(one.parent)) return { names, end: 'unknown' };
      name = one.parent;
    }
  }
}

function lineOf(row: Row, line: number, refuse: (line: number, field: string) => void): Line {
  const kind = row.kind as string;
  const [sponsor, parent] = [lower(row.sponsor), lower(row.placement_parent)];
  const leg = (row.placement_leg as number | undefined) ?? null;
  const wrong: string[] = [];
  if (row.email === 'none') wrong.push('email');
  if ((parent === null) !== (leg === null)) wrong.push(parent === null ? 'placement_parent' : 'placement_leg');
  else if (parent !== null && (kind !== 'distributor' || sponsor === null)) wrong.push('placement_parent');
  for (const field of wrong) refuse(line, field);
  const enrolledAt = new Date(String(row.enrolled_at)).toISOString();
  const isStub = wrong.length > 0;
  const named = { line, name: lower(row.username)!, kind, enrolledAt, isStub };
  if (isStub) return { ...named, email: null, sponsor: null, parent: null, leg: null };
  return { ...named, email: lower(row.email), sponsor, parent, leg };
}
