import { Body, Query, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type Caller, CallerParam } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { type Page, SearchQuery } from '#common/http/pagination.js';
import { IS_ERASED, UserUidParam, UsersModule } from '../users/index.js';
import { NewNoteDto, UserNoteView } from './notes.dto.js';
import { Notes, TOO_MANY_NOTES } from './notes.service.js';
import { UserNote } from './note.entity.js';

/** Notes about users in the admin module. See docs/spec/service.md#8. */
@AdminController('users', 'Admin: users', { read: 'notes.read', write: 'notes.write' })
class AdminNotesController {
  constructor(private readonly notes: Notes) {}

  @Endpoint('GET :uid/notes', {
    id: 'adminListNotes',
    summary: 'List the notes about a user',
    description: 'Newest first. Members never see them. `search` is part of the text.',
    answer: UserNoteView,
    paged: true,
    failures: [notFound('user')],
  })
  list(@UserUidParam() uid: number, @Query() query: SearchQuery): Promise<Page<UserNoteView>> {
    return this.notes.list(uid, query);
  }

  @Endpoint('POST :uid/notes', {
    id: 'adminAddNote',
    summary: 'Write a note about a user',
    description:
      'For admins alone, at most 500 for a user. It cannot be changed, and goes when the user erases themselves.',
    answer: UserNoteView,
    failures: [notFound('user'), IS_ERASED, TOO_MANY_NOTES],
  })
  add(@CallerParam() caller: Caller, @UserUidParam() uid: number, @Body() dto: NewNoteDto): Promise<UserNoteView> {
    return this.notes.add(caller, uid, dto);
  }
}

/** What admins write about users, for each other. */
@Module({
  imports: [TypeOrmModule.forFeature([UserNote]), UsersModule],
  controllers: [AdminNotesController],
  providers: [Notes],
})
export class NotesModule {}
