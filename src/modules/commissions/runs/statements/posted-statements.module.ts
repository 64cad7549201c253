import { Module } from '@nestjs/common';
import { PostedStatements } from './posted-statements.js';

/** What runs say of one member. */
@Module({ providers: [PostedStatements], exports: [PostedStatements] })
export class PostedStatementsModule {}
