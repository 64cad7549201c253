import { randomUUID } from 'node:crypto';

/** The other end of a pipe between two processes: `process` in a worker, the worker in its supervisor. */
export interface OtherEnd {
  send?(message: object, callback: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** What one end answers to a question of the other, by the question's name. */
export type Answers = Readonly<Record<string, (text: string) => string | Promise<string>>>;

interface Message {
  commerce: 'question' | 'answer';
  id: string;
  /** The question's name. */
  name: string;
  text: string;
}

/** Questions and answers between a worker and its supervisor. Messages of anybody else pass by. */
export class ProcessLink {
  private readonly waiting = new Map<string, (text: string) => void>();

  constructor(
    private readonly other: OtherEnd,
    private readonly answers: Answers,
  ) {
    other.on('message', (message) => {
      if (isMessage(message)) void this.receive(message);
    });
  }

  /**
   * Asks the other process.
   * @param ms milliseconds to wait
   * @returns its answer; undefined when there is none in time
   */
  async ask(name: string, ms: number, text = ''): Promise<string | undefined> {
    const id = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<string | undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), ms);
        this.waiting.set(id, resolve);
        this.send({ commerce: 'question', id, name, text });
      });
    } finally {
      clearTimeout(timer);
      this.waiting.delete(id);
    }
  }

  private async receive({ commerce, id, name, text }: Message): Promise<void> {
    if (commerce === 'answer') return this.waiting.get(id)?.(text);
    const answer = await this.answers[name]?.(text);
    if (answer !== undefined) this.send({ commerce: 'answer', id, name, text: answer });
  }

  /**
   * One that has just ended is told nothing any more; whoever asked it hears nothing in time. Without somebody to hear of
   * the failure, Node would make it an error of the whole process.
   */
  private send(message: Message): void {
    this.other.send?.(message, () => undefined);
  }
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'commerce' in message;
}
