export { DayFiguresService } from './day-figures.service.js';
export { Home } from './home.service.js';
