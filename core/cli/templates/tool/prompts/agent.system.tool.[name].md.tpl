### {{name}}

{{description}}

{{argument_list}}

```json
{{example_call}}
```
