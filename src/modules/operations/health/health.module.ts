import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';
import { WriteProbe } from './write-probe.js';

@Module({ controllers: [HealthController], providers: [Readiness, WriteProbe], exports: [Readiness] })
export class HealthModule {}
