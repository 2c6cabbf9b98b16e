/** Faults of the main process: the user can restart the app, copy what happened, or quit. */
import { app, clipboard, dialog } from 'electron';
import type { Translator } from '#messages/translator.ts';
import type { App } from '../../app/app';
import { createFaultGuard, type Fault, guardProcess } from '../../runtime/fault-guard';
import { systemClock } from '../../runtime/system-clock';
import { afterFault, relaunch } from './restart';

/** Milliseconds after such a start within which another fault counts as a repetition. */
const repetitionMillis = 60_000;

export interface Faults {
  /** Uses the app's log, its pending writes, and its language from now on. */
  follow(own: App, translator: () => Translator): void;
  /** Continues after the user kept a window open that the end of the program would have closed. */
  stayed(): void;
}

/** Handles the faults of this process. Until there is an app, they are passed to `giveUp`, which ends the program. */
export function handleFaults(giveUp: (thrown: unknown) => void): Faults {
  const startedAt = systemClock.monotonic();
  let running: { readonly own: App; readonly translator: () => Translator } | null = null;
  const isRepeated = () => process.argv.includes(afterFault) && systemClock.monotonic() - startedAt < repetitionMillis;
  const quit = createQuit();
  const guard = createFaultGuard({
    log: (...line) => running?.own.log(...line),
    settled: async () => running?.own.settled(),
    async end(fault) {
      if (running === null) {
        await app.whenReady();
        giveUp(new Error(fault.details));
        return;
      }
      // Without a display, there are no dialogs.
      const choice = await ask(fault, running.own, running.translator(), isRepeated()).catch(() => app.exit(1));
      await quit.untilStayed(choice === 'restart');
    },
    clock: systemClock,
  });
  guardProcess(guard);
  return {
    stayed: quit.stayed,
    follow(own, translator) {
      running = { own, translator };
    },
  };
}

/** Creates the function that quits normally, so that windows with unsaved changes prompt first. */
function createQuit() {
  let stayed = () => {};
  const restart = () => relaunch([afterFault]);
  return {
    stayed: () => stayed(),
    /** Quits, and starts the program again if it `isRestarting`. Resolves if the user stays. */
    untilStayed: (isRestarting: boolean) =>
      new Promise<void>((resolve) => {
        stayed = () => {
          app.off('will-quit', restart);
          resolve();
        };
        // Not before: a restart that was requested can't be withdrawn, and would follow a later end.
        if (isRestarting) app.once('will-quit', restart);
        app.quit();
      }),
  };
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
