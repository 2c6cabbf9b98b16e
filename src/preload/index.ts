/** The API of the page: calls and push listeners by name. */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Wire } from '#contract/client.ts';
import type { Push } from '#contract/definitions.ts';

const wire: Wire = {
  call: (name, input) => ipcRenderer.invoke('latchkey:call', name, input),
  on(name, listener) {
    // The event object and the return value of `off` give access to ipcRenderer, so neither is passed to the page.
    const listen = (_event: IpcRendererEvent, push: Push) => {
      if (push.name === name) listener(push.value, push.revision);
    };
    ipcRenderer.on('latchkey:push', listen);
    return () => {
      ipcRenderer.off('latchkey:push', listen);
    };
  },
};

contextBridge.exposeInMainWorld('latchkey', wire);
