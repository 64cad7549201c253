import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Passwords } from './passwords.js';
import { User } from './user.entity.js';
import { UsersService } from './users.service.js';

/** The people who sign in. */
@Module({
  imports: [TypeOrmModule.forFeature([User])],
  providers: [Passwords, UsersService],
  exports: [Passwords, UsersService],
})
export class UsersModule {}
