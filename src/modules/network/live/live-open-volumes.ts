import { Injectable } from '@nestjs/common';
import { AppError } from '#common/errors/app-error.js';
import { fixedNumber } from '#common/money/fixed.js';
import { OpenVolumes, type MovedVolumes, type ProposedMove, type RankChanges } from '../members/index.js';
import { LiveThread, type Told } from './live-thread.js';
import type { Volumes } from './tree/volumes.js';
import type { GroupForecast, MoveForecast } from './tree/move-forecast.js';

/** What moves do to the volumes of the open period, from the live network. Decision 64. */
@Injectable()
export class LiveOpenVolumes extends OpenVolumes {
  constructor(private readonly live: LiveThread) {
    super();
  }

  /** It waits for a load as other reads do, and then does without, for the rest of what a dry run says is known. */
  override async ofMove(move: ProposedMove): Promise<MovedVolumes | undefined> {
    const told = await this.ask(move);
    if (told?.answer === undefined) return undefined;
    const { answer: forecast, measured } = told;
    const { from, to } = measured.period;
    return {
      period: { from: new Date(from), to: new Date(to) },
      kinds: forecast.kinds,
      personal: amountsOf(forecast.personal),
      group: amountsOf(forecast.group),
      loser: changeOf(forecast.loser),
      gainer: changeOf(forecast.gainer),
      ranks: (await this.ranks(move)) ?? null,
    };
  }

  private async ranks(move: ProposedMove): Promise<RankChanges | undefined> {
    try {
      return await this.live.ask('ranks', move);
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
      throw error;
    }
  }

  private async ask(move: ProposedMove): Promise<Told<MoveForecast | undefined> | undefined> {
    try {
      return await this.live.tell('move', move);
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
      throw error;
    }
  }
}

/** Whole ten-thousandths as JSON has them. */
const decimal = (amount: number): number => fixedNumber(BigInt(amount));

function amountsOf([business, points, cumulative]: Volumes): MovedVolumes['personal'] {
  return { business_volume: decimal(business), points: decimal(points), cumulative_volume: decimal(cumulative) };
}

function changeOf(change: GroupForecast | null): MovedVolumes['loser'] {
  return change && { uid: change.uid, before: decimal(change.before), after: decimal(change.after) };
}
