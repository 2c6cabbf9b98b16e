import { type DragEvent, useState } from 'react';

/** Takes files that are dropped on an element. Without it, or while it is disabled, a dropped file does nothing. */
export function useFileDrop(isEnabled: boolean, onDrop: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent) => {
    if (!isEnabled || !event.dataTransfer.types.includes('Files')) return false;
    event.preventDefault();
    return true;
  };
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => setOver(take(event)),
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (take(event)) onDrop([...event.dataTransfer.files]);
      },
    },
  };
}

/**
 * A file or a link that is dropped beside what takes it would replace the page by itself. Where something takes what is
 * dropped, it says so by preventing the default, and nothing is done here; text may be dropped where one types.
 */
export function refuseDrops(target: Pick<Window, 'addEventListener'>): void {
  for (const name of ['dragover', 'drop'] as const) {
    target.addEventListener(name, (event) => {
      if (event.defaultPrevented || !leadsAway(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    });
  }
}

function leadsAway(data: DataTransfer | null): boolean {
  return data?.types.some((type) => type === 'Files' || type === 'text/uri-list') ?? false;
}
