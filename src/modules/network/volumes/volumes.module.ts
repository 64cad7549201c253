import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { ImportsModule } from '#platform/imports/index.js';
import { MembersModule } from '../members/index.js';
import { AdminVolumesController } from './admin-volumes.controller.js';
import { OrderVolumes } from './order-volumes.js';
import { VolumeImport } from './volume-import.js';
import { VolumeLedger, VolumePartitions } from './volume-ledger.js';
import { VolumeExternalId, VolumeRow } from './volume-row.entity.js';
import { VOLUME_EVENTS } from './volumes.events.js';
import { VolumesService } from './volumes.service.js';

/** The volume ledger, written in the transactions of the orders' moves. */
@Events(VOLUME_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([VolumeRow, VolumeExternalId]), MembersModule, ImportsModule],
  controllers: [AdminVolumesController],
  providers: [VolumePartitions, VolumeLedger, OrderVolumes, VolumeImport, VolumesService],
  exports: [VolumeLedger, VolumesService],
})
export class VolumesModule {}
