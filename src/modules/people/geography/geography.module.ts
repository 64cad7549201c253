import { Module } from '@nestjs/common';
import { GeographyController } from './geography.controller.js';

/** Countries and states. */
@Module({ controllers: [GeographyController] })
export class GeographyModule {}
