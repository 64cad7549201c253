import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/index.js';
import { AdminNotesController } from './admin-notes.controller.js';
import { UserNote } from './note.entity.js';
import { Notes } from './notes.service.js';

/** What admins write about users, for each other. */
@Module({
  imports: [TypeOrmModule.forFeature([UserNote]), UsersModule],
  controllers: [AdminNotesController],
  providers: [Notes],
})
export class NotesModule {}
