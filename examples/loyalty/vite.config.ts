import { consoleExtension } from 'direct-selling-commerce-api/vite';

export default { plugins: [consoleExtension()] };
