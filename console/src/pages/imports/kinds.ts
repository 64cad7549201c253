import { t } from '../../i18n/t';
import { BUNDLES } from './bundles';
import type { ImportKind } from './import-kind';

const INSTANT = t('A date, such as 2024-03-31, or an instant, such as 2024-03-31T09:30:00Z.');

const MEMBERS: ImportKind = {
  name: 'members',
  label: t('Members'),
  row: 'member',
  path: '/admin/api/network/import/',
  permission: 'network.write',
  text: t(
    'The members of the network, their sponsors and their places. Sponsors may be anywhere in the file, before or after the members whom they sponsor.',
  ),
  undoing: t('Members cannot be removed afterwards, only moved, changed and terminated one by one.'),
  columns: [
    {
      name: 'username',
      isRequired: true,
      aliases: ['login', 'user', 'user name', 'member', 'member id', 'benutzername'],
      text: t('The name that the member logs in with: unique, and what all other columns and files refer to.'),
    },
    {
      name: 'enrolled_at',
      isRequired: true,
      aliases: [
        'enrolled',
        'enrolment date',
        'enrollment date',
        'joined',
        'join date',
        'start date',
        'member since',
        'registered',
        'eintritt',
        'eintrittsdatum',
      ],
      text: `${t('Since when the member is in the network. Not before the sponsor, not in the future.')} ${INSTANT}`,
    },
    {
      name: 'email',
      aliases: ['e-mail', 'e-mail address', 'mail', 'e-mail-adresse'],
      text: t('The e-mail address; unique.'),
    },
    { name: 'first_name', aliases: ['first name', 'given name', 'vorname'], text: t('First name.') },
    { name: 'last_name', aliases: ['last name', 'surname', 'family name', 'nachname'], text: t('Last name.') },
    {
      name: 'country_code',
      aliases: ['country', 'land', 'country iso'],
      text: t('Country as two letters (ISO 3166): DE, US.'),
    },
    {
      name: 'kind',
      isRequired: true,
      aliases: ['type', 'member type', 'typ'],
      text: t('distributor, preferred (a preferred customer) or customer.'),
    },
    { name: 'status', aliases: ['state'], text: t('active, suspended or terminated. Empty: active.') },
    {
      name: 'sponsor',
      aliases: ['sponsor username', 'enroller', 'upline', 'sponsor id'],
      text: t(
        'Username of the sponsor, in this file or already in the network. Empty: no sponsor, so the member is a root.',
      ),
      warningIfMissing: t(
        'No column is imported as sponsor: each member of the file would be a root, without a sponsor.',
      ),
    },
    {
      name: 'placement_parent',
      aliases: ['parent', 'placement', 'placement upline'],
      text: t(
        'Username of the parent in the placement tree. Empty: a distributor with a sponsor waits in the holding tank.',
      ),
      example: 'ada',
    },
    {
      name: 'placement_leg',
      aliases: ['leg', 'side', 'position', 'bein'],
      text: t('The leg of that parent: 1 is left and 2 right in a binary tree. Goes together with placement_parent.'),
      example: '1',
    },
    {
      name: 'title_rank',
      aliases: ['rank', 'title', 'highest rank', 'rang'],
      text: t('The highest rank that the member has reached so far.'),
    },
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
  label: t('Volumes'),
  row: 'row',
  path: '/admin/api/volumes/import/',
  permission: 'volumes.write',
  text: t('What was sold before, and what of it was taken back. The members must be there first.'),
  undoing: t('Rows of the ledger cannot be removed afterwards, only offset by others.'),
  columns: [
    {
      name: 'external_id',
      isRequired: true,
      aliases: ['id', 'order id', 'order number', 'reference', 'bestellnummer'],
      text: t(
        'The row’s id in the system that it comes from. A row whose id is known already is skipped, so a file can be sent again.',
      ),
    },
    {
      name: 'username',
      isRequired: true,
      aliases: ['login', 'user', 'user name', 'member', 'member id', 'benutzername'],
      text: t('Username of the member whose volumes these are.'),
    },
    {
      name: 'at',
      isRequired: true,
      aliases: ['date', 'time', 'order date', 'datum'],
      text: `${t('When it counts. Not before the member enrolled, not in the future.')} ${INSTANT}`,
    },
    {
      name: 'business_volume',
      isRequired: true,
      aliases: ['bv', 'volume', 'pv'],
      text: t('The total of the row, not of one piece: 40 or 38.5.'),
    },
    {
      name: 'points',
      isRequired: true,
      aliases: ['pts', 'punkte'],
      text: t('The total of the row. 0 if there are none.'),
    },
    {
      name: 'cumulative_volume',
      isRequired: true,
      aliases: ['cv'],
      text: t('The total of the row. 0 if there is none.'),
    },
    { name: 'price', aliases: ['amount', 'total', 'preis', 'betrag'], text: t('The price paid for the whole row.') },
    { name: 'wholesale_price', aliases: ['wholesale'], text: t('The wholesale price of the whole row.') },
    {
      name: 'takes_back',
      aliases: ['return of', 'refund of', 'original id'],
      text: t(
        'The external_id of an earlier row of the same member that this one takes back. The amounts are then negative.',
      ),
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
export const IMPORT_KINDS: readonly ImportKind[] = [MEMBERS, VOLUMES, BUNDLES];

/** A kind by its name; undefined for none. */
export function kindOf(name: string | undefined): ImportKind | undefined {
  return IMPORT_KINDS.find((kind) => kind.name === name);
}

/** The label of an import's kind. */
export const kindLabel = (name: string): string => kindOf(name)?.label ?? name;
