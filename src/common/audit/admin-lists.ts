import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../access/index.js';
import { Database } from '../database/index.js';
import type { CsvTable } from '../http/csv.js';
import { Downloads, type StreamedAnswer } from '../http/downloads.js';
import { type Filters, type Page, Pager, type PageQuery } from '../http/pagination.js';
import { columnsOf } from '../http/view-columns.js';
import { AuditLog } from './audit-log.js';

/** The CSV file of a list of the admin module. */
export interface ListFile<Item extends object> extends Pick<CsvTable<Item>, 'uidOf'> {
  /** Of the file, and of what is audited: `volumes`, and `volumes.download`. */
  readonly name: string;
  /** What is audited as having been read: `volume`. */
  readonly entityType: string;
  /** The whole of which was read, if that is not all: an application. */
  readonly entityId?: string;
  /** The class whose properties are the columns. */
  readonly of: abstract new (...args: never[]) => Item;
}

/** A list of the admin module: its pages are JSON, and the whole of it is a CSV file with the same filters. */
export interface AdminList<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery> {
  readonly path: string;
  readonly query: Query;
  /** The sorted query without filters. It is sorted one way by columns that are never null; the last one is unique. */
  readonly all: SelectQueryBuilder<Entity>;
  readonly filters: Filters<Query>;
  readonly view: (entity: Entity) => Item;
  /** Entries that are counted; default: all. */
  readonly most?: number;
  readonly file: ListFile<Item>;
}

/** Answers lists of the admin module, a page or the whole as a file. */
@Injectable()
export class AdminLists {
  constructor(
    private readonly db: Database,
    private readonly pager: Pager,
    private readonly downloads: Downloads,
    private readonly audit: AuditLog,
  ) {}

  /** A page of a list. */
  page<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery>(
    list: AdminList<Entity, Item, Query>,
  ): Promise<Page<Item>> {
    return this.pager.list(list.path, list.query, list.all, list.filters, list.view, list.most);
  }

  /**
   * All of a list that matches, in its order, as a CSV file; audited.
   * @throws AppError TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE for too many downloads
   */
  file<Entity extends ObjectLiteral, Item extends object, Query extends PageQuery>(
    caller: Caller,
    { query, all, filters, view, file }: AdminList<Entity, Item, Query>,
  ): Promise<StreamedAnswer> {
    const read = Pager.following(query, all, filters);
    return this.rows(caller, file, async () => (await read()).map((entity) => view(entity)));
  }

  /**
   * The same of a list with a statement of its own.
   * @param next reads the rows behind the last one, or the first ones; none at the end
   */
  rows<Item extends object>(
    caller: Caller,
    { name, entityType, entityId = '-', of, uidOf }: ListFile<Item>,
    next: CsvTable<Item>['next'],
  ): Promise<StreamedAnswer> {
    const act = { action: `${name}.download`, entityType, entityId };
    return this.downloads.csv<Item>(caller, {
      begin: () => this.db.transaction((tx) => this.audit.record(tx, caller, act)),
      name,
      columns: columnsOf(of),
      ...(uidOf && { uidOf }),
      next,
    });
  }
}
