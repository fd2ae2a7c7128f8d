/** The search box of a list. Enter searches, Esc leaves the box, and `/` focuses it unless an input has the focus. */

import { Box, CloseButton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns whether the text is a GUID. The lists of carts and customers then open the object with this id. */
export const isGuid = (text: string) => guid.test(text)

interface SearchBoxProps {
  /** The label, which says what can be searched for. */
  label: string
  value: string
  onSearch: (value: string) => void
}

/** The React key creates a new search box when the value in the URL changes. The new box then shows the new value. */
export const SearchBox = (props: SearchBoxProps) => <Field key={props.value} {...props} />

function Field({ label, value, onSearch }: SearchBoxProps) {
  const text = useTexts(texts)
  const form = useForm({ initialValues: { value } })
  const clear = <CloseButton size="sm" aria-label={text.clear} onClick={() => onSearch('')} />
  return (
    <Box component="search" w={{ base: '100%', sm: 380 }}>
      <form onSubmit={form.onSubmit(values => onSearch(values.value.trim()))}>
        <TextInput
          aria-label={label}
          placeholder={label}
          data-search
          onKeyDown={event => event.key === 'Escape' && event.currentTarget.blur()}
          rightSection={value && clear}
          {...form.getInputProps('value')}
        />
      </form>
    </Box>
  )
}
