/** A dialog, and the buttons at its bottom. */

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
  /** The button that changes nothing; "Cancel" by default. */
  cancel?: string
  onCancel: () => void
  /** The other button. */
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
