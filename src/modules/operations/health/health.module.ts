import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Readiness, WriteProbe } from './readiness.js';

@Module({ controllers: [HealthController], providers: [Readiness, WriteProbe], exports: [Readiness] })
export class HealthModule {}
