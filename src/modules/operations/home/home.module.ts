import { Query, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerParam, type Caller } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { PlansModule } from '#commissions/plans/index.js';
import { RunsModule } from '#commissions/runs/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { TrafficModule } from '#platform/traffic/index.js';
import { HomeQuery, HomeView, SetupView } from './home.dto.js';
import { ENDS_FIRST, TOO_LONG } from './home.rules.js';
import { Home } from './home.service.js';
import { DayFigures } from './day-figures.entity.js';
import { DayFiguresService } from './day-figures.service.js';
import { Waiting } from './waiting.service.js';

/** The first page of the console. See docs/spec/service.md#8. */
@AdminController(
  'home',
  { name: 'Admin: home', order: 95, description: 'How the company stands, and what waits.' },
  'account.read',
)
class AdminHomeController {
  constructor(
    private readonly home: Home,
    private readonly waiting: Waiting,
  ) {}

  @Endpoint('GET', {
    id: 'adminReadHome',
    summary: 'Read how the company stands, and what waits',
    description:
      'Everybody of the admin module may ask; a part that needs a permission which the caller does not have is left out. Days and periods are those of the plan in force. Sales and volumes are those of the volume ledger. What is dated back to a day that is over is a part of that day within an hour.',
    answer: HomeView,
    failures: [ENDS_FIRST, TOO_LONG],
  })
  read(@CallerParam() caller: Caller, @Query() query: HomeQuery): Promise<HomeView> {
    return this.home.read(caller, query);
  }

  @Endpoint('GET setup', {
    id: 'adminReadSetup',
    summary: 'Read which first steps are done',
    description:
      'What a new company needs before it pays its first commissions. Everybody of the admin module may ask; a part that needs a permission which the caller does not have is left out.',
    answer: SetupView,
  })
  setup(@CallerParam() caller: Caller): Promise<SetupView> {
    return this.waiting.setup(caller);
  }
}

/** How the company stands, and what waits. */
@Module({
  imports: [TypeOrmModule.forFeature([DayFigures]), PlansModule, RunsModule, ApprovalsModule, TrafficModule],
  controllers: [AdminHomeController],
  providers: [DayFiguresService, Home, Waiting],
})
export class HomeModule {}
