import { ApiProperty } from '../openapi/decorators.js';

/** One act: who did what to what, when, from where, before and after. Section 8 of the decisions. */
export class AuditEntryView {
  @ApiProperty({ example: 4711 })
  id!: number;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  at!: string;

  @ApiProperty({ example: 1 })
  actor_uid!: number;

  @ApiProperty({ example: 'admin' })
  actor_username!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    example: null,
    description: 'through which application; null for the admin module',
  })
  application_id!: string | null;

  @ApiProperty({ example: 'application.update' })
  action!: string;

  @ApiProperty({ example: 'application' })
  entity_type!: string;

  @ApiProperty({ example: '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47' })
  entity_id!: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description: 'the user whose data was touched, when that is another one',
  })
  target_uid!: number | null;

  @ApiProperty({ example: '192.0.2.7' })
  ip!: string;

  @ApiProperty({ example: 'b7c1b6f0-1f64-4f0f-9c0a-6a0d3e0f7f11' })
  request_id!: string;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true, example: { status: 'active' } })
  before!: unknown;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true, example: { status: 'maintenance' } })
  after!: unknown;
}
