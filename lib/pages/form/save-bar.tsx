/** The buttons below an input form, which save or discard what was typed. */

import { Button, Group } from '@mantine/core'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface SaveBarProps {
  /** The text of the button that saves, such as "Create the discount". */
  save: string
  isPending: boolean
  /** Discards what was typed. Without this function, the bar has no button that discards. */
  onDiscard?: (() => void) | undefined
}

export function SaveBar({ save, isPending, onDiscard }: SaveBarProps) {
  const text = useTexts(texts)
  return (
    <Group mt="md">
      <Button type="submit" loading={isPending}>
        {save}
      </Button>
      {onDiscard && (
        <Button variant="default" onClick={onDiscard}>
          {text.discard}
        </Button>
      )}
    </Group>
  )
}
