import { Injectable } from '@nestjs/common';
import {
  LiveTrees,
  type MovedVolumes,
  OpenVolumes,
  type Place,
  type PlaceAsked,
  type ProposedMove,
  type WaitingAsked,
  type WaitingFound,
  WaitingMembers,
} from '../members/index.js';
import { ifLoaded, LiveThread } from './live-thread.js';
import { volume } from './live.dto.js';
import type { RequestName, Requests } from './requests.js';
import type { TreeName, Volumes } from './tree/columns.js';
import type { GroupForecast } from './tree/move-forecast.js';

/** Milliseconds that an open transaction waits for an answer: as long as a large network needs to take in a move. */
const PATIENCE_MS = 2_000;

/** Answers the room of members out of the trees in memory. */
@Injectable()
export class LiveAnswers extends LiveTrees {
  constructor(private readonly thread: LiveThread) {
    super();
  }

  override isWithin(tree: TreeName, uid: number, root: number): Promise<boolean | undefined> {
    return this.known('within', { uid, tree, root });
  }

  override async count(tree: TreeName, uid: number): Promise<number | undefined> {
    return (await this.known('part', { uid, tree }))?.members;
  }

  override places({ sponsorUid: uid, rule, width }: PlaceAsked): Promise<Place[] | undefined> {
    const ask = { uid, rule, width };
    if (rule === 'lesser_volume') return this.thread.ask('places', ask, { patienceMs: PATIENCE_MS });
    return this.known('places', ask);
  }

  /** The answer, if there is one in time. */
  private known<Name extends RequestName>(
    name: Name,
    request: Requests[Name]['request'],
  ): Promise<Requests[Name]['answer'] | undefined> {
    return ifLoaded(this.thread.ask(name, request, { patienceMs: PATIENCE_MS, isHurried: true }));
  }
}

/** What moves do to the volumes of the open period, from the live network. Decision 64. */
@Injectable()
export class LiveOpenVolumes extends OpenVolumes {
  constructor(private readonly live: LiveThread) {
    super();
  }

  /** It waits for a load as other reads do, and then does without, for the rest of what a dry run says is known. */
  override async ofMove(move: ProposedMove): Promise<MovedVolumes | undefined> {
    const told = await ifLoaded(this.live.tell('move', move));
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
      ranks: (await ifLoaded(this.live.ask('ranks', move))) ?? null,
    };
  }
}

function amountsOf([business, points, cumulative]: Volumes): MovedVolumes['personal'] {
  return { business_volume: volume(business), points: volume(points), cumulative_volume: volume(cumulative) };
}

function changeOf(change: GroupForecast | null): MovedVolumes['loser'] {
  return change && { uid: change.uid, before: volume(change.before), after: volume(change.after) };
}

/** Finds who waits in the live network. Decision 64. */
@Injectable()
export class LiveWaitingMembers extends WaitingMembers {
  constructor(private readonly live: LiveThread) {
    super();
  }

  override find({ sponsorUid, ...asked }: WaitingAsked): Promise<WaitingFound> {
    const uids = sponsorUid === undefined ? [] : [sponsorUid];
    return this.live.ask('waiting', { uids, ...asked });
  }
}
