/** A column of a file, as the pages explain it. */
interface FileColumn {
  name: string;
  isRequired?: boolean;
  text: string;
  /** What may stand in it, where the template leaves it empty. */
  example?: string;
}

/** What can be imported. */
export interface ImportKind {
  /** As the service calls it, and the page's address. */
  name: string;
  /** `Members`. */
  label: string;
  /** What its rows are: `member`. */
  row: string;
  /** Where its files are sent to. */
  path: string;
  /** What one brings in, and what should be there before. */
  text: string;
  /** What can be done about its rows once they are written. */
  undoing: string;
  columns: readonly FileColumn[];
  /** Rows of the template, as texts by column. */
  examples: readonly Readonly<Record<string, string>>[];
}

const INSTANT = 'A date, such as 2024-03-31, or an instant, such as 2024-03-31T09:30:00Z.';

const MEMBERS: ImportKind = {
  name: 'members',
  label: 'Members',
  row: 'member',
  path: '/admin/api/network/import/',
  text: 'The members of the network, their sponsors and their places. Sponsors may be anywhere in the file, before or after the members whom they sponsor.',
  undoing: 'Members cannot be removed afterwards, only moved, changed and terminated one by one.',
  columns: [
    {
      name: 'username',
      isRequired: true,
      text: 'The name that the member logs in with: unique, and what all other columns and files refer to.',
    },
    {
      name: 'enrolled_at',
      isRequired: true,
      text: `Since when the member is in the network. Not before the sponsor, not in the future. ${INSTANT}`,
    },
    { name: 'email', text: 'The e-mail address; unique.' },
    { name: 'first_name', text: 'First name.' },
    { name: 'last_name', text: 'Last name.' },
    { name: 'country_code', text: 'Country as two letters (ISO 3166): DE, US.' },
    { name: 'kind', isRequired: true, text: 'distributor, preferred (a preferred customer) or customer.' },
    { name: 'status', text: 'active, suspended or terminated. Empty: active.' },
    {
      name: 'sponsor',
      text: 'Username of the sponsor, in this file or already in the network. Empty: no sponsor, so the member is a root.',
    },
    {
      name: 'placement_parent',
      text: 'Username of the parent in the placement tree. Empty: a distributor with a sponsor waits in the holding tank.',
      example: 'ada',
    },
    {
      name: 'placement_leg',
      text: 'The leg of that parent: 1 is left and 2 right in a binary tree. Goes together with placement_parent.',
      example: '1',
    },
    { name: 'title_rank', text: 'The highest rank that the member has reached so far.' },
  ],
  examples: [
    {
      username: 'ada',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Sommer',
      country_code: 'DE',
      kind: 'distributor',
      status: 'active',
      enrolled_at: '2019-03-01',
      title_rank: 'gold',
    },
    {
      username: 'ben',
      email: 'ben@example.com',
      first_name: 'Ben',
      last_name: 'Winter',
      country_code: 'AT',
      kind: 'distributor',
      status: 'active',
      sponsor: 'ada',
      enrolled_at: '2020-06-15T09:30:00Z',
    },
    {
      username: 'cleo',
      first_name: 'Cleo',
      last_name: 'Haas',
      country_code: 'DE',
      kind: 'customer',
      sponsor: 'ben',
      enrolled_at: '2021-01-10',
    },
  ],
};

const VOLUMES: ImportKind = {
  name: 'volumes',
  label: 'Volumes',
  row: 'row',
  path: '/admin/api/volumes/import/',
  text: 'What was sold before, and what of it was taken back. The members must be there first.',
  undoing: 'Rows of the ledger cannot be removed afterwards, only offset by others.',
  columns: [
    {
      name: 'external_id',
      isRequired: true,
      text: 'The row’s id in the system that it comes from. A row whose id is known already is skipped, so a file can be sent again.',
    },
    { name: 'username', isRequired: true, text: 'Username of the member whose volumes these are.' },
    {
      name: 'at',
      isRequired: true,
      text: `When it counts. Not before the member enrolled, not in the future. ${INSTANT}`,
    },
    { name: 'business_volume', isRequired: true, text: 'The total of the row, not of one piece: 40 or 38.5.' },
    { name: 'points', isRequired: true, text: 'The total of the row. 0 if there are none.' },
    { name: 'cumulative_volume', isRequired: true, text: 'The total of the row. 0 if there is none.' },
    { name: 'price', text: 'The price paid for the whole row.' },
    { name: 'wholesale_price', text: 'The wholesale price of the whole row.' },
    {
      name: 'takes_back',
      text: 'The external_id of an earlier row of the same member that this one takes back. The amounts are then negative.',
    },
  ],
  examples: [
    {
      external_id: 's-1',
      username: 'ada',
      at: '2025-11-20T09:30:00Z',
      business_volume: '40',
      points: '38.5',
      cumulative_volume: '40',
      price: '59.9',
    },
    {
      external_id: 'r-1',
      username: 'ada',
      at: '2025-11-24',
      takes_back: 's-1',
      business_volume: '-20',
      points: '-19.25',
      cumulative_volume: '-20',
      price: '-29.95',
    },
  ],
};

/** What can be imported, in the order in which a company is brought in. */
export const IMPORT_KINDS: readonly ImportKind[] = [MEMBERS, VOLUMES];

/** A kind by its name; undefined for none. */
export function kindOf(name: string | undefined): ImportKind | undefined {
  return IMPORT_KINDS.find((kind) => kind.name === name);
}

/** The label of an import's kind. */
export const kindLabel = (name: string): string => kindOf(name)?.label ?? name;
