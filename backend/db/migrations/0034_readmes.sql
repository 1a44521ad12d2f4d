CREATE TABLE "plugin_readmes" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"commit" text NOT NULL,
	"texts" jsonb NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "readme_pictures" (
	"project_id" text COLLATE "C" NOT NULL,
	"path" text COLLATE "C" NOT NULL,
	"commit" text NOT NULL,
	"size" integer NOT NULL,
	"source_sha256" text,
	"file_id" text,
	CONSTRAINT "readme_pictures_project_id_path_pk" PRIMARY KEY("project_id","path")
);
--> statement-breakpoint
ALTER TABLE "plugin_readmes" ADD CONSTRAINT "plugin_readmes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readme_pictures" ADD CONSTRAINT "readme_pictures_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readme_pictures" ADD CONSTRAINT "readme_pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "readme_pictures_by_file" ON "readme_pictures" USING btree ("file_id");