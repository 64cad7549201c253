export { bonusInWords, runTitle, typeInWords } from './labels';
