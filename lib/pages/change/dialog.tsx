/** A modal dialog, and the row of buttons at its bottom. */

import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  size?: 'md' | 'lg'
  children: ReactNode
}

export function Dialog({ title, isOpen, onClose, size = 'md', children }: DialogProps) {
  const { close } = useTexts(texts)
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': close }}>
      {children}
    </Modal>
  )
}

interface DialogButtonsProps {
  /** The text of the button that closes the dialog without a change; "Cancel" by default. */
  cancel?: string
  onCancel: () => void
  /** The button that makes the change, or opens the next step of the dialog. */
  children: ReactNode
}

export function DialogButtons({ cancel, onCancel, children }: DialogButtonsProps) {
  const text = useTexts(texts)
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {cancel ?? text.cancel}
      </Button>
      {children}
    </Group>
  )
}
