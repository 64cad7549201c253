import { Module } from '@nestjs/common';
import { PostedStatements } from './posted-statements.js';
import { RunResults } from './results.service.js';

/** What runs came to, as it is read: by admins, and by members. */
@Module({ providers: [RunResults, PostedStatements], exports: [RunResults, PostedStatements] })
export class ResultsModule {}
