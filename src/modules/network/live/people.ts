import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { PEOPLE, type PersonRow } from './people.queries.js';

/** The names of those who are read from memory. */
@Injectable()
export class People {
  constructor(private readonly db: Database) {}

  /** The people that members are, in one statement. */
  async of(members: readonly { readonly uid: number }[]): Promise<(member: { readonly uid: number }) => PersonRow> {
    const rows = await this.db.query<PersonRow>(null, PEOPLE, [members.map(({ uid }) => uid)]);
    const found = new Map(rows.map((row) => [row.uid, row]));
    return ({ uid }) => found.get(uid)!;
  }
}
