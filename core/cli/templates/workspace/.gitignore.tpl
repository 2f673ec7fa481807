node_modules/
.pegboard/
usr/data/
usr/secrets.env
