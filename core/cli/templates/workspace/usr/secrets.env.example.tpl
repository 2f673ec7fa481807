# Copy to usr/secrets.env (chmod 600) and fill in. A model sees only §§secret(NAME), never the value.
# WEATHER_API_KEY=
