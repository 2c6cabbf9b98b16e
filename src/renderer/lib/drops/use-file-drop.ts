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
