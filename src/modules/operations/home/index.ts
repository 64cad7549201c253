export { DayFiguresService } from './day-figures.service.js';
export { Home } from './home.service.js';
export { HomeModule } from './home.module.js';
