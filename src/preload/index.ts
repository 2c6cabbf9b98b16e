/** The whole surface a page gets: ask by name, listen by name. */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Wire } from '../contract/client';
import type { Push } from '../contract/kit';

const wire: Wire = {
  call: (name, input) => ipcRenderer.invoke('latchkey:call', name, input),
  on(name, listener) {
    // The event object leads to ipcRenderer itself, which must not reach the page; nor may what `off` answers.
    const hear = (_event: IpcRendererEvent, push: Push) => {
      if (push.name === name) listener(push.value, push.revision);
    };
    ipcRenderer.on('latchkey:push', hear);
    return () => {
      ipcRenderer.off('latchkey:push', hear);
    };
  },
};

contextBridge.exposeInMainWorld('latchkey', wire);
