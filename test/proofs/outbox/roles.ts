/** What a process is there for; each is the whole service, but only a worker delivers. */
export type Role = 'api' | 'worker';
