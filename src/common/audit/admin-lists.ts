import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../access/index.js';
import { Database } from '../database/index.js';
import { DOWNLOADED_ROWS, type CsvTable, columnsOf } from '../http/csv.js';
import { Downloads, type Format, FormatField, type StreamedAnswer } from '../http/downloads.js';
import { type Counted, type Filters, type Page, PageQuery, Pager, SearchQuery } from '../http/pagination.js';
import { sumsOf } from '../http/sums.js';
import { AuditLog } from './audit-log.js';

/** Query of a list of the admin module without filters. */
export class ListQuery extends PageQuery {
  @FormatField() format?: Format;
}

/** The same with a search. */
export class ListSearchQuery extends SearchQuery {
  @FormatField() format?: Format;
}

/** The CSV file of a list of the admin module. */
export interface ListFile<Item extends object> extends Pick<CsvTable<Item>, 'uidOf'> {
  /** The start of the file's name; id and day follow. */
  readonly name: string;
  /** What is audited as downloaded: `volumes`, for `volumes.download`; default: the name. */
  readonly audited?: string;
  /** What is audited as having been read: `volume`. */
  readonly entityType: string;
  /** The whole of which was read, if that is not all: an application. */
  readonly entityId?: string | number;
  /** The columns, or the class whose properties they are. */
  readonly of: (abstract new (...args: never[]) => Item) | CsvTable<Item>['columns'];
}

/** A list of the admin module: its pages are JSON, and the whole of it is a CSV file with the same filters. */
export interface AdminList<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery> {
  readonly path: string;
  readonly query: Query;
  /** The sorted query without filters. It is sorted one way by columns that are never null; the last one is unique. */
  readonly all: SelectQueryBuilder<Entity>;
  readonly filters: Filters<Query>;
  /** What is shown of an entity; or `views`, of many, where more is read for them. */
  readonly view?: (entity: Entity) => Item;
  readonly views?: (entities: readonly Entity[]) => Promise<readonly Item[]>;
  /** Entries that are counted; default: all. */
  readonly most?: number;
  /** What is added up of all that match, where the query has `sums`: SQL by its name in the answer. */
  readonly sums?: Readonly<Record<string, string>>;
  /** What parts these sums: SQL by its name. */
  readonly sumsBy?: Readonly<Record<string, string>>;
  readonly file: ListFile<Item>;
}

/**
 * The same with a statement of its own. Its file is read page by page: what is added or taken out before the end meanwhile
 * may be there twice, or not at all.
 */
export interface ReadList<Item extends object, Query extends PageQuery> {
  readonly path: string;
  readonly query: Query;
  /** Reads a page in the order of the list, with the number of all, and what they come to if the query asks for it. */
  readonly read: (bounds: { limit: number; offset: number }) => Promise<Counted<Item>>;
  readonly file: ListFile<Item>;
}

/** A page of a list, or all of it as a file. */
export type ListAnswer<Item> = Page<Item> | StreamedAnswer;

/** Answers lists of the admin module, a page or the whole as a file. */
@Injectable()
export class AdminLists {
  constructor(
    private readonly db: Database,
    private readonly pager: Pager,
    private readonly downloads: Downloads,
    private readonly audit: AuditLog,
  ) {}

  /**
   * A page of a list; or for who wants the file, all that match in the order of the list, audited.
   * @param reader see `FileFor`
   * @throws AppError TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE for too many downloads
   */
  async answer<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery>(
    list: AdminList<Entity, Item, Query> | ReadList<Item, Query>,
    reader: Caller | undefined,
  ): Promise<ListAnswer<Item>> {
    const { path, query, file } = list;
    if (reader !== undefined) return this.rows(reader, file, 'all' in list ? following(list) : pageByPage(list));
    return this.pager.page(path, query, await ('all' in list ? found(list) : list.read(Pager.bounds(query))));
  }

  /**
   * The file of a list with a statement, an order or columns of its own.
   * @param next reads the rows behind the last one, or the first ones; none at the end
   */
  rows<Item extends object>(
    caller: Caller,
    { name, audited = name, entityType, entityId, of, uidOf }: ListFile<Item>,
    next: CsvTable<Item>['next'],
  ): Promise<StreamedAnswer> {
    const act = { action: `${audited}.download`, entityType, entityId: entityId ?? '-' };
    return this.downloads.csv<Item>(caller, {
      begin: () => this.db.transaction((tx) => this.audit.record(tx, caller, act)),
      name: entityId === undefined ? name : `${name}-${entityId}`,
      columns: typeof of === 'function' ? columnsOf(of) : of,
      ...(uidOf && { uidOf }),
      next,
    });
  }
}

async function found<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery>(
  list: AdminList<Entity, Item, Query>,
): Promise<Counted<Item>> {
  const { query, all, filters, most, sums, sumsBy } = list;
  const { rows, count } = await Pager.find(query, all, filters, most);
  const added = sums && (await sumsOf(query, all, filters, sums, sumsBy));
  return { rows: await viewsOf(list, rows), count, sums: added };
}

function following<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery>(
  list: AdminList<Entity, Item, Query>,
): () => Promise<readonly Item[]> {
  const read = Pager.following(list.query, list.all, list.filters);
  return async () => viewsOf(list, await read());
}

function pageByPage<Item extends object>({ read }: ReadList<Item, PageQuery>): () => Promise<readonly Item[]> {
  let offset = -DOWNLOADED_ROWS;
  return async () => (await read({ limit: DOWNLOADED_ROWS, offset: (offset += DOWNLOADED_ROWS) })).rows;
}

async function viewsOf<Entity extends ObjectLiteral, Item extends object>(
  { view, views }: Pick<AdminList<Entity, Item, PageQuery>, 'view' | 'views'>,
  entities: readonly Entity[],
): Promise<Item[]> {
  return views === undefined ? entities.map((entity) => view!(entity)) : [...(await views(entities))];
}
