CREATE TABLE "plugin_packages" (
	"project_id" text COLLATE "C" NOT NULL,
	"version" text NOT NULL,
	"platform" text NOT NULL,
	"file_id" text NOT NULL,
	CONSTRAINT "plugin_packages_project_id_version_platform_pk" PRIMARY KEY("project_id","version","platform")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "package" jsonb;--> statement-breakpoint
ALTER TABLE "plugin_packages" ADD CONSTRAINT "plugin_packages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_packages" ADD CONSTRAINT "plugin_packages_project_id_version_versions_project_id_version_fk" FOREIGN KEY ("project_id","version") REFERENCES "public"."versions"("project_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plugin_packages_by_file" ON "plugin_packages" USING btree ("file_id");