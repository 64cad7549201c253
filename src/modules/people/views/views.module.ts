import { Body, Module, Query } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { UsersModule } from '../users/index.js';
import { SavedView } from './view.entity.js';
import { ChangeViewDto, SavedViewView, SaveViewDto, ViewIdParam, ViewsQuery } from './views.dto.js';
import { SavedViews, TOO_MANY_VIEWS, VIEW_NAME_TAKEN } from './views.service.js';

/** Saved views of lists. See docs/spec/service.md#8. */
@AdminController('views', 'Admin: account', { read: 'account.read', write: 'account.write' })
class AdminViewsController {
  constructor(private readonly views: SavedViews) {}

  @Endpoint('GET', {
    id: 'adminListViews',
    summary: 'List the saved views of a list',
    description: 'Your own by name, and then the 50 newest that others share.',
    answer: SavedViewView,
    isArray: true,
  })
  list(@CallerParam() caller: Caller, @Query() { list }: ViewsQuery): Promise<SavedViewView[]> {
    return this.views.list(caller, list);
  }

  @Endpoint('POST', {
    id: 'adminSaveView',
    summary: 'Save a view of a list',
    description: 'Replaces your view of that name, if you have one. At most 20 of a list, and 200 in all.',
    answer: SavedViewView,
    failures: [TOO_MANY_VIEWS],
  })
  save(@CallerParam() caller: Caller, @Body() dto: SaveViewDto): Promise<SavedViewView> {
    return this.views.save(caller, dto);
  }

  @Endpoint('PATCH :id', {
    id: 'adminChangeView',
    summary: 'Rename, rearrange or share a saved view of yours',
    description: 'What is not sent stays. All users of the admin module see shared views, with what they search for.',
    answer: SavedViewView,
    failures: [notFound('view'), VIEW_NAME_TAKEN],
  })
  change(@CallerParam() caller: Caller, @ViewIdParam() id: number, @Body() dto: ChangeViewDto): Promise<SavedViewView> {
    return this.views.change(caller, id, dto);
  }

  @Endpoint('DELETE :id', {
    id: 'adminDeleteView',
    summary: 'Delete a saved view',
    description: 'One of your own. With the permission `users.roles` also one that somebody else shares.',
    answer: null,
    failures: [notFound('view')],
  })
  delete(@CallerParam() caller: Caller, @ViewIdParam() id: number): Promise<void> {
    return this.views.delete(caller, id);
  }
}

/** What users of the admin module look for again and again in lists. */
@Module({
  imports: [TypeOrmModule.forFeature([SavedView]), UsersModule],
  controllers: [AdminViewsController],
  providers: [SavedViews],
})
export class ViewsModule {}
