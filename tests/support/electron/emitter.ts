/** An event emitter that accepts only known event names. */
import { refuse } from './refuse';

// biome-ignore lint/suspicious/noExplicitAny: Electron types the arguments by the event's name
type Listener = (...args: any[]) => void;

export interface StandInEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** Creates an event that can be prevented, with its properties. */
export function preventable<T extends object>(facts?: T): StandInEvent & T {
  let prevented = false;
  const event = {
    get defaultPrevented() {
      return prevented;
    },
    preventDefault: () => {
      prevented = true;
    },
  };
  return Object.defineProperties(event, Object.getOwnPropertyDescriptors(facts ?? {})) as StandInEvent & T;
}

export const emitterMembers = ['on', 'once', 'off'] as const;

export class Emitter<Name extends string> {
  private readonly listeners = new Map<string, { readonly listener: Listener; readonly once: boolean }[]>();

  constructor(
    private readonly owner: string,
    private readonly events: readonly Name[],
  ) {}

  on(name: Name, listener: Listener): this {
    return this.add(name, listener, false);
  }

  once(name: Name, listener: Listener): this {
    return this.add(name, listener, true);
  }

  off(name: Name, listener: Listener): this {
    this.listeners.set(
      name,
      (this.listeners.get(name) ?? []).filter((known) => known.listener !== listener),
    );
    return this;
  }

  /** Emits an event to all listeners. Throws for an `error` that nothing listens to, like Node. */
  tell(name: Name, ...args: unknown[]): void {
    const listeners = [...(this.listeners.get(name) ?? [])];
    if (name === 'error' && listeners.length === 0) refuse(`Unhandled error. (${args.map(String).join(' ')})`);
    for (const known of listeners) {
      if (known.once) this.off(name, known.listener);
      known.listener(...args);
    }
  }

  private add(name: Name, listener: Listener, once: boolean): this {
    if (!this.events.includes(name)) refuse(`${this.owner} has no event ${name} in the stand-in for Electron`);
    if (typeof listener !== 'function') throw new TypeError(`${this.owner}.on: a listener must be a function`);
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), { listener, once }]);
    return this;
  }
}
