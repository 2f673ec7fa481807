{
  "name": {{package_name_literal}},
  "version": "0.0.0",
  "private": true,
  "type": "module",
  "scripts": {
    "chat": "pegboard chat",
    "check": "pegboard check",
    "test": "node --test"
  },
  "dependencies": {
    "pegboard": "{{pegboard_version}}",
    "zod": "{{zod_version}}"
  },
  "devDependencies": {
    "@types/node": "^20.19.0"
  }
}
