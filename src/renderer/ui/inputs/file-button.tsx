import { type ComponentProps, useRef } from 'react';
import { Button } from './button';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  label: string;
  /** Names what the dialog chooses, where the label says something else. */
  fileLabel?: string;
  /** File name extensions and media types, as in HTML; `wholeFolder` for all files of one folder. */
  accept: string;
  onChoose: (files: readonly File[]) => void;
}

/** What a `FileButton` accepts to choose a folder. */
export const wholeFolder = 'folder';

/** A button that opens the system's dialog for a file, or for a folder. */
export function FileButton({ label, fileLabel = label, accept, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        {...(accept === wholeFolder ? { webkitdirectory: '' } : { accept })}
        aria-label={fileLabel}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // Choosing the same file again is a change, too.
          target.value = '';
        }}
      />
    </>
  );
}
