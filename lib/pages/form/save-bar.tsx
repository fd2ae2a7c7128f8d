/** The buttons below a form. */

import { Button, Group } from '@mantine/core'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface SaveBarProps {
  /** The words of the first button, such as "Create the discount". */
  save: string
  isPending: boolean
  /** Takes back what was typed. The button is left out if nothing was. */
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
