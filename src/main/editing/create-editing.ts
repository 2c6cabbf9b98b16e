/** Sources of emails that are edited in another program. What it saves is taken over by a window, and stored by the user only. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { createEditedFile, type EditedFile, removeLeftEdits } from './edited-file';

const maxOpen = 20;

interface Editing {
  /** Deletes what earlier processes have left. Never rejects. */
  clean(): Promise<void>;
  /** Deletes the files of a window that was closed. */
  forgetWindow(windowId: string): void;
  /** Deletes all files. Never rejects. */
  close(): Promise<void>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'externalEdits'>;
}

export interface EditingDeps {
  readonly ports: Pick<Ports, 'profileFolder' | 'clock' | 'openFile'>;
  readonly runtime: Pick<Runtime, 'newId' | 'pushEdited' | 'pendingWrites'>;
  /** Throws `forbidden-by-policy` while the policy forbids to write data of projects to files. */
  readonly assertPermitted: () => void;
}

/** Creates the domain. Nothing is read or written yet. */
export function createEditing({ ports, runtime, assertPermitted }: EditingDeps): Editing {
  const { profileFolder, clock, openFile } = ports;
  const open = new Map<string, { readonly created: Promise<EditedFile>; readonly windowId: string }>();

  const create = async (name: string, text: string, windowId: string) => {
    if (openFile === null || open.size >= maxOpen) throw fail('not-allowed');
    const id = runtime.newId();
    const onChange = () => runtime.pushEdited({ id }, windowId);
    const created = createEditedFile({ profileFolder, id, name, text }, clock, onChange);
    // Known before it is there, so that a window that is closed in the meantime leaves no file.
    open.set(id, { created, windowId });
    const file = await created.catch((cause: unknown) => {
      open.delete(id);
      throw fail('profile-not-writable', {}, cause);
    });
    if (!open.has(id)) throw fail('cancelled');
    return { id, path: file.path, isOpened: await openFile(file.path).catch(() => false) };
  };
  const closeWhere = async (isMeant: (id: string, windowId: string) => boolean) => {
    const meant = [...open].filter(([id, { windowId }]) => isMeant(id, windowId));
    for (const [id] of meant) open.delete(id);
    // What can't be deleted now is deleted at the next start.
    await runtime.pendingWrites.add(Promise.allSettled(meant.map(async ([, { created }]) => (await created).remove())));
  };

  return {
    clean: () => removeLeftEdits(profileFolder),
    forgetWindow: (closed) => void closeWhere((_id, windowId) => windowId === closed),
    close: () => closeWhere(() => true),
    handlers: {
      externalEdits: {
        async open({ text, name }, { windowId }) {
          assertPermitted();
          return create(name, text, windowId);
        },
        async read({ id }, { windowId }) {
          const found = open.get(id);
          if (found === undefined || found.windowId !== windowId) throw fail('object-gone');
          return { text: await (await found.created).read() };
        },
        async close({ id }, caller) {
          await closeWhere((one, windowId) => one === id && windowId === caller.windowId);
          return null;
        },
      },
    },
  };
}
