/** Faults of the main process: the user can restart the app, copy what happened, or quit. */
import { app, clipboard, dialog } from 'electron';
import type { Translator } from '../../../messages/translator';
import type { App } from '../../app';
import { createFaultGuard, type Fault, guardProcess } from '../../runtime/fault-guard';
import { systemClock } from '../../runtime/system-clock';
import { afterFault, relaunch } from './life/restart';

/** Milliseconds after such a start within which another fault counts as a repetition. */
const repetitionMillis = 60_000;

export interface Faults {
  /** Uses the app's log, its pending writes, and its language from now on. */
  follow(own: App, translator: () => Translator): void;
}

/** Handles the faults of this process. Until there is an app, they are passed to `giveUp`, which ends the program. */
export function handleFaults(giveUp: (thrown: unknown) => void): Faults {
  const startedAt = systemClock.monotonic();
  let running: { readonly own: App; readonly translator: () => Translator } | null = null;
  const isRepeated = () => process.argv.includes(afterFault) && systemClock.monotonic() - startedAt < repetitionMillis;
  const guard = createFaultGuard({
    log: (...line) => running?.own.log(...line),
    settled: async () => running?.own.settled(),
    end(fault) {
      if (running === null) void app.whenReady().then(() => giveUp(new Error(fault.details)));
      // Without a display, there are no dialogs.
      else end(fault, running.own, running.translator(), isRepeated()).catch(() => app.exit(1));
    },
    clock: systemClock,
  });
  guardProcess(guard);
  return {
    follow(own, translator) {
      running = { own, translator };
    },
  };
}

/** Quits in the usual way, so that windows with unsaved changes ask first. */
async function end(fault: Fault, own: App, translator: Translator, isRepeated: boolean): Promise<void> {
  if ((await ask(fault, own, translator, isRepeated)) === 'restart') relaunch([afterFault]);
  app.quit();
}

const choices = ['restart', 'copy', 'quit'] as const;

/** Shows the dialog until the user restarts or quits. After a repetition, restarting isn't the default. */
async function ask(fault: Fault, own: App, { t }: Translator, isRepeated: boolean): Promise<'restart' | 'quit'> {
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: t('host.fault.title'),
      detail: t(isRepeated ? 'host.fault.repeated' : 'host.fault.text'),
      buttons: choices.map((choice) => t(`host.fault.${choice}`)),
      defaultId: choices.indexOf(isRepeated ? 'quit' : 'restart'),
      cancelId: choices.indexOf('quit'),
      noLink: true,
    });
    const choice = choices[response] ?? 'quit';
    if (choice !== 'copy') return choice;
    const system = await own.systemReport().catch(() => '');
    await clipboard.writeText(`${fault.details}\n\n${system}\n`);
  }
}
