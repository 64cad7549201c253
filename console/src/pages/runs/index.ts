export { bonusInWords, formatPercent, runTitle, typeInWords } from './labels';
