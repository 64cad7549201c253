import { InstantProperty, IntegerProperty, TextProperty } from '#common/openapi/decorators.js';
import { TextField } from '#common/validation/index.js';
import type { UserNote } from './note.entity.js';

/** Body of `POST users/:uid/notes`. */
export class NewNoteDto {
  @TextField({
    max: 2000,
    multiline: true,
    description: 'for admins alone',
    example: 'Asks to be called back after 6 p.m.',
  })
  text!: string;
}

/** A note about a user. */
export class UserNoteView {
  @IntegerProperty(7) id!: number;
  @TextProperty('Asks to be called back after 6 p.m.') text!: string;
  @InstantProperty('2026-11-21T09:30:00.000Z') at!: string;
  @IntegerProperty(2, 'the user who wrote it') by_uid!: number;
  @TextProperty('keeper', 'username of `by_uid`') by_username!: string;
}

export function toUserNoteView({ id, text, at, byUid, byUsername }: UserNote): UserNoteView {
  return { id, text, at: at.toISOString(), by_uid: byUid, by_username: byUsername };
}
