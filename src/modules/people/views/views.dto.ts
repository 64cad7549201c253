import { numberInPath } from '#common/http/path-params.js';
import { BooleanProperty, IntegerProperty, TextListProperty, TextProperty } from '#common/openapi/decorators.js';
import { BooleanField, TextField, TextListField } from '#common/validation/index.js';
import type { SavedView } from './view.entity.js';

const MOST_COLUMNS = 60;

export const ViewIdParam = numberInPath('id', 'id of the view', 1);

function ListNameField(): PropertyDecorator {
  return TextField({ max: 60, description: 'which list, by its name in the console', example: 'orders' });
}

function ViewNameField(optional = false): PropertyDecorator {
  return TextField({
    max: 40,
    optional,
    description: 'name of the view; each view that a user has of a list has another',
    example: 'Unpaid',
  });
}

function ColumnsField(description: string, optional = false): PropertyDecorator {
  const validate = (id: string): string | undefined => (id.length > 60 ? 'must be at most 60 characters' : undefined);
  return TextListField({ maxItems: MOST_COLUMNS, validate, optional, description, example: ['total'] });
}

function SharedField(): PropertyDecorator {
  return BooleanField({ optional: true, description: 'whether all users of the admin module see it' });
}

/** Query of `GET views`. */
export class ViewsQuery {
  @ListNameField() list!: string;
}

/** Body of `POST views`. */
export class SaveViewDto {
  @ListNameField() list!: string;
  @ViewNameField() name!: string;

  @TextField({
    min: 0,
    max: 2000,
    description: 'search, filters and sorting, as the address of the page has them',
    example: 'sort=-total&status=placed',
  })
  query!: string;

  @ColumnsField('ids of the columns that were moved, in their order') column_order!: string[];
  @ColumnsField('ids of the columns that are hidden') hidden_columns!: string[];
  @SharedField() shared?: boolean;
}

/** Body of `PATCH views/:id`; what is not sent stays. */
export class ChangeViewDto {
  @ViewNameField(true) name?: string;
  @ColumnsField('ids of the columns that were moved, in their order', true) column_order?: string[];
  @ColumnsField('ids of the columns that are hidden', true) hidden_columns?: string[];
  @SharedField() shared?: boolean;
}

/** A saved view of a list. See docs/spec/service.md#8. */
export class SavedViewView {
  @IntegerProperty(3) id!: number;
  @IntegerProperty(5, 'whose it is') uid!: number;
  @TextProperty('maria', 'username of `uid`') username!: string;
  @TextProperty('orders') list!: string;
  @TextProperty('Unpaid') name!: string;
  @TextProperty('sort=-total&status=placed') query!: string;
  @TextListProperty(['total']) column_order!: string[];
  @TextListProperty(['number']) hidden_columns!: string[];
  @BooleanProperty(false, 'whether all users of the admin module see it') shared!: boolean;
}

export function toSavedViewView(view: SavedView): SavedViewView {
  const { id, uid, username, list, name, query, columnOrder, hiddenColumns, isShared } = view;
  return {
    id,
    uid,
    username,
    list,
    name,
    query,
    column_order: columnOrder,
    hidden_columns: hiddenColumns,
    shared: isShared,
  };
}
