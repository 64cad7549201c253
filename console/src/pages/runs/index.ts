export { bonusInWords } from './labels';
