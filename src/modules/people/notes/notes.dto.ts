import { ApiProperty } from '#common/openapi/decorators.js';
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
  @ApiProperty({ type: 'integer', example: 7 })
  id!: number;

  @ApiProperty({ type: String, example: 'Asks to be called back after 6 p.m.' })
  text!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T09:30:00.000Z' })
  at!: string;

  @ApiProperty({ type: 'integer', example: 2, description: 'the user who wrote it' })
  by_uid!: number;

  @ApiProperty({ type: String, example: 'keeper', description: 'username of `by_uid`' })
  by_username!: string;
}

export function toUserNoteView({ id, text, at, byUid, byUsername }: UserNote): UserNoteView {
  return { id, text, at: at.toISOString(), by_uid: byUid, by_username: byUsername };
}
